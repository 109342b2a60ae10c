import type { PayloadRequest } from 'payload'
import type { VenueArea } from '../../venue/rules.ts'
import { demoRules } from './area-rules.ts'
import { demoTables } from './tables.ts'

/** Adds the demo venue's tables and how its areas take bookings. */
export async function fillDemoTables(req: PayloadRequest): Promise<void> {
  const positions = new Map<VenueArea, number>()
  for (const table of demoTables) {
    const position = (positions.get(table.area) ?? 0) + 1
    positions.set(table.area, position)
    await req.payload.create({ collection: 'tables', req, data: { ...table, position } })
  }
  for (const rule of demoRules)
    await req.payload.create({ collection: 'booking_rules', req, data: rule })
}
