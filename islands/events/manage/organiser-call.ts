import { callApi } from '../../../cms/platform/ui/api.ts'

/** Makes a call with the token of this page's link. */
export type OrganiserCall = <Reply>(action: string, body?: object) => Promise<Reply>

/** @param path of the page, with the token */
export const organiserCall =
  (path: string): OrganiserCall =>
  (action, body) =>
    callApi(`/api${path}/${action}`, body ? { body } : { timeoutMs: 8_000 })
