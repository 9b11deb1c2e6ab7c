#!/usr/bin/env bash
# The parts of a collective entry of a bank statement lose their amounts and their purpose.
#
# Package: camt-parser 1.1.0 of npm (CAMT.053 to JSON).
# Behaviour: since version 4 of the message a part of an entry (TxDtls) states its amount in Amt of its own. The parser reads AmtDtls/TxAmt alone, so the
# parts of an entry that many payers make up have an empty amount, and 100.00 of two customers is known only as a sum. Unstructured remittance
# information (Ustrd), in which most payers write the number of an order, is left out; structured references are read.
# Output seen on 2026-11-28 with Node 20.20: the four lines of expected.txt below, as `part O-1 ""`.
# usage: bash findings/camt-batch-amounts.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the package does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error camt-parser@1.1.0 >/dev/null

cat >statement.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-02T00:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-03-02T00:00:00</CreDtTm><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt>
<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>
<TxDtls><Refs><EndToEndId>O-1</EndToEndId></Refs><Amt Ccy="EUR">60.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Ustrd>Order 1</Ustrd></RmtInf></TxDtls>
<TxDtls><Refs><EndToEndId>O-2</EndToEndId></Refs><Amt Ccy="EUR">40.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Ustrd>Order 2</Ustrd></RmtInf></TxDtls>
</NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>
XML

cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { parseCamt053 } = require('camt-parser');

Promise.resolve(parseCamt053(readFileSync('statement.xml', 'utf8'))).then((read) => {
  for (const { amount, details } of read.statements[0].transactions) {
    console.log(`entry ${amount.value}`);
    for (const { references, amountDetails } of details)
      console.log(`part ${references.endToEndId} "${amountDetails.transactionAmount.value}"`);
  }
  console.log(`purpose: ${/Order [12]/.test(JSON.stringify(read)) ? 'read' : 'left out'}`);
});
JS

cat >expected.txt <<'TEXT'
entry 100.00
part O-1 ""
part O-2 ""
purpose: left out
TEXT

node read.cjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
