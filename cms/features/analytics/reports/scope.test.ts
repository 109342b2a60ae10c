import { expect, test } from 'vitest'
import { firstKeptDay } from './scope.ts'

const today = '2026-11-23'
const to = '2026-11-30'

test.each([
  ['the sums support the filter', 'actions', { device: 'phone' }, '2024-01-01', null],
  ['interactions are kept for 90 days', 'actions', { source: 'google.com' }, '2026-08-25', null],
  [
    'older interactions are deleted',
    'actions',
    { source: 'google.com' },
    '2026-08-24',
    '2026-08-25',
  ],
  ['steps of funnels need interactions', 'funnels', { page: '/' }, '2026-08-24', '2026-08-25'],
  ['visits are kept for 13 months', 'pages', { entry: '/' }, '2025-10-23', null],
  ['older visits are deleted', 'pages', { entry: '/' }, '2025-10-22', '2025-10-23'],
  [
    'older times on pages are deleted',
    'times',
    { source: 'google.com' },
    '2025-10-22',
    '2025-10-23',
  ],
] as const)(
  'the first day whose visits still exist (%s): %s with the filter %o from %s',
  (_, kind, filters, from, first) =>
    expect(firstKeptDay(kind, { filters, range: { from, to }, today })).toBe(first),
)
