/** As people sort: capitals do not count, and numbers count as numbers. */
export const naturalOrder = new Intl.Collator("en", { numeric: true });
