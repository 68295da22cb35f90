/**
 * Does something with each of some items, a few at a time, and keeps their order.
 *
 * @param limit how many at a time, at least 1
 * @throws what `work` throws first; nothing is begun after that
 */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  // one iterator for all workers: each takes what is next
  const entries = items.entries();
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
