import type { Feature } from '../feature.ts'
import { limits as limitsTable } from './table.ts'

export const limits: Feature = {
  name: 'limits',
  tables: { limits: limitsTable },
}
