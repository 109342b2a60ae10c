import type { PageNeeds } from '../../../platform/ui/page-needs.ts'

/** The page at the door, for staff, and with the token of a link for organisers. It is the same for everyone. */
export const doorPath = '/check-in/door'
export const doorPage = /^\/check-in\/door(\/[^/]+)?$/

/** It reads codes with the camera, in browsers without a detector with a WebAssembly program. */
export const doorNeeds: PageNeeds = {
  path: /^\/check-in\/door(\/|$)/,
  capabilities: ['camera'],
  sources: { 'script-src': ["'wasm-unsafe-eval'"] },
}
