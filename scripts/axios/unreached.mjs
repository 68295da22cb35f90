/** Replaces the parts of axios that the applier's calls never reach; see `bundle.mjs`. */
export default function unreached() {}

export {
  unreached as asyncDecorator,
  unreached as estimateDataURLBufferAllocation,
  unreached as progressEventDecorator,
  unreached as progressEventReducer,
};
