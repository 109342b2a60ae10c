import type { PayloadRequest } from 'payload'
import type { VenueArea } from '../../venue/rules.ts'
import { demoRules } from './area-rules.ts'
import { fillDemoBookings } from './month.ts'
import { demoTables } from './tables.ts'

/** Adds the demo venue's tables, how its areas take bookings, and a month of bookings. */
export async function fillDemoTables(req: PayloadRequest): Promise<void> {
  const positions = new Map<VenueArea, number>()
  const tables: Parameters<typeof fillDemoBookings>[1][number][] = []
  for (const table of demoTables) {
    const position = (positions.get(table.area) ?? 0) + 1
    positions.set(table.area, position)
    const { id } = await req.payload.create({
      ...{ collection: 'tables', req, data: { ...table, position } },
    })
    tables.push({ id, name: table.name, area: table.area, max: table.max_party })
  }
  for (const rule of demoRules)
    await req.payload.create({ collection: 'booking_rules', req, data: rule })
  await fillDemoBookings(req, tables)
}
