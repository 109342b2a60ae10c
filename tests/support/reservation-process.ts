import { writeSync } from 'node:fs'
import type { PayloadRequest } from 'payload'
import pg from 'pg'
import { reserve } from '../../cms/events/reserve.ts'
import { payloadOn } from './credit.ts'

// A process that reserves until it is killed. The arguments are the date, and the id and address of each member. Prints
// the id of each reservation that was made.
const payload = payloadOn(new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 }))
const [date, ...members] = process.argv.slice(2)
writeSync(1, 'ready\n')
await Promise.all(
  members.map(async (each) => {
    const [id, email = ''] = each.split('=')
    const guest = { member: { id: Number(id), email, name: null, session: '' } }
    const key = Number(id).toString(16).padStart(24, '0')
    const req = { payload } as PayloadRequest
    const state = await reserve(req, { date: Number(date), party: 1, key, guest })
    writeSync(1, `${state.id}\n`)
  }),
)
