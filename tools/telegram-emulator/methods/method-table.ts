import type { ApiMethods, Opts } from 'grammy/types';
import type { CallContext } from '../context.ts';

/** Carries out one method; its arguments have passed the schema. */
export type MethodTable = {
  [M in keyof ApiMethods]?: (context: CallContext, args: Opts<M>) => ReturnType<ApiMethods[M]>;
};
