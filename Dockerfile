# The service as an image: packages are installed in a stage of their own, and nothing of npm's cache or of the tests is kept.
# docker build -t tributary . && docker run -p 127.0.0.1:8080:8080 -v tributary:/data tributary
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY bin/run bin/run
RUN bin/run --runtime true && rm -rf .runtime

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="Tributary" \
      org.opencontainers.image.description="Self-hosted marketing attribution" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    TRIBUTARY_DATA=/data \
    TRIBUTARY_HOST=0.0.0.0 \
    TRIBUTARY_PORT=8080 \
    TRIBUTARY_COMMAND="docker exec <container> tributary" \
    NODE_COMPILE_CACHE=/tmp/node-cache
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json package-lock.json LICENSE ./
COPY bin/run bin/tributary bin/artefacts.ts bin/console.ts bin/contract-document.ts bin/generate.ts bin/
COPY bin/errors/call-errors.ts bin/errors/
COPY bin/program bin/program
COPY console console
COPY samples samples
COPY seeds seeds
COPY sql sql
COPY warehouse/schema warehouse/schema
COPY src src
# Writes openapi.json and builds the console and the program, which user node cannot.
RUN NODE_DISABLE_COMPILE_CACHE=1 bin/run --runtime true
RUN ln -s /app/bin/tributary /usr/local/bin/tributary && install -d -o node -g node -m 700 /data /backups
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tributary"]
CMD ["serve"]
