import { shareProvider } from "./provider";

/** Runs once before all tests: every worker then uses the same provider. */
export default async function setUp(): Promise<void> {
  const { description } = await shareProvider();
  console.error(description);
}
