// The least that a call needs: reads a request file, and posts its body by node:http.
const { readFileSync } = require("node:fs");
const { request } = require("node:http");

const { fields, steps } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const [{ method, path, fields: sent }] = steps;
const body = Object.fromEntries(sent.map((name) => [name, fields[name]]));
const headers = { "Content-Type": "application/json", "SERVICE-API-KEY": process.env.SERVICE_API_KEY };
const call = request(process.env.SERVICE_BASE_URL + path, { method, headers }, (answer) => {
  let text = "";
  answer.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  answer.on("end", () => {
    process.exitCode = answer.statusCode < 300 ? 0 : 1;
    process.stdout.write(`${answer.statusCode} ${text.length}\n`);
  });
});
call.end(JSON.stringify(body));
