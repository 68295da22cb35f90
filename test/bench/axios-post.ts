// What a user would start for a call without this package: TypeScript, compiled at every start, with axios.
import { readFileSync } from "node:fs";
import axios from "axios";

const { fields, steps } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const [{ method, path, fields: sent }] = steps;

axios
  .request({
    method,
    url: `${process.env.SERVICE_BASE_URL}${path}`,
    headers: { "SERVICE-API-KEY": process.env.SERVICE_API_KEY },
    data: Object.fromEntries(sent.map((name: string) => [name, fields[name]])),
  })
  .then(({ status }) => console.log(status))
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
