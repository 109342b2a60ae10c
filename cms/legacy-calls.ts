import type { Call } from './http/call.ts'

/** Options of endpoints that are not declared with `call` yet. */
export const legacyCalls: Call[] = [
  {
    methods: ['post'],
    path: '/newsletter/confirm/:token',
    pagePath: '/subscribe/confirm/:token',
    endpoint: [],
  },
  {
    methods: ['post'],
    path: '/newsletter/leave/:token',
    pagePath: '/unsubscribe/:token',
    endpoint: [],
  },
  {
    methods: ['post'],
    path: '/newsletter/imports',
    upload: { maxBytes: 20 * 1024 * 1024, withinMs: 30 * 60_000 },
    endpoint: [],
  },
  { methods: ['post'], path: '/letter/act', timeoutMs: 60_000, endpoint: [] },
]
