import type { Call } from './http/call.ts'

/** Options of endpoints that are not declared with `call` yet. */
export const legacyCalls: Call[] = [
  { methods: ['post'], path: '/letter/act', timeoutMs: 60_000, endpoint: [] },
]
