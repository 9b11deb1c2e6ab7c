// An endpoint of chat completions on this machine: keeps what it was asked, and answers as a test says.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface FakeModel {
  url: string;
  asked: { path: string; authorization: string | undefined; text: string }[];
  /** How it answers from now on. */
  answer: (response: ServerResponse) => void;
}

export const completion =
  (content: unknown): FakeModel['answer'] =>
  (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  };

export async function fakeModel(t: TestContext): Promise<FakeModel> {
  const fake: FakeModel = { url: '', asked: [], answer: completion('Said by the model.') };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      fake.asked.push({ path: `${request.method} ${request.url}`, authorization: request.headers.authorization, text });
      fake.answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return fake;
}
