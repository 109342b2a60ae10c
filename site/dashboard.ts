import type { OpenPage } from '../cms/features/content/page.ts'
import { dashboardPath, type Period } from '../cms/features/dashboard/rules.ts'
import { monthName } from './ledger.ts'

const quarters = ['first', 'second', 'third', 'fourth'] as const

/** A period in words: `November 2026`, `Fourth quarter 2026`, `2026`. */
export function periodName(page: OpenPage, { kind, key }: Period): string {
  if (kind === 'month') return monthName(key)
  if (kind === 'year') return key
  const [year = '', number = '1'] = key.split('-Q')
  const name = page.text('period', quarters[Number(number) - 1] ?? 'first')
  return page.text('period', 'quarter_name').replace('{n}', name).replace('{year}', year)
}

export const periodLink = ({ key }: Period): string => `${dashboardPath}?period=${key}`
