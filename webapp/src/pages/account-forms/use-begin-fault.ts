import { ApiError } from '../../api/client.ts';
import { useSubmitFault } from '../../components/use-submit-fault.ts';

/**
 * Words for why something could not begin: the server's own where they say more than that it broke.
 * @param failed says that it did not begin.
 */
export function useBeginFault(failed: string): (error: unknown) => string {
  const faultOf = useSubmitFault(failed);
  return (error) => (error instanceof ApiError && error.code === 'service.internal' ? failed : faultOf(error));
}
