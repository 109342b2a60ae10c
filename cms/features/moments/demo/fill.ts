import type { PayloadRequest } from 'payload'
import sharp from 'sharp'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { listDates } from '../../events/service.ts'
import { localMoment } from '../../venue/hours/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { encode } from '../encode.ts'
import { replaceFiles } from '../queries/files.ts'
import { findMemberOf, insertMoment, setReaction } from '../queries/moments.ts'
import { reactionKinds } from '../rules.ts'
import { type Drawing, drawings, svgOf } from './drawings.ts'

/** The demo members of `common-good`, who share the moments. */
const authors = ['maureen', 'tariq', 'ines', 'jo']
const dayMs = 24 * 60 * 60_000

/** Hangs drawings on the demo venue’s wall. */
export async function fillDemoMoments(req: PayloadRequest): Promise<void> {
  const { timeZone } = await findVenue(req.payload)
  await inTransaction(req, async (db) => {
    const members: number[] = []
    for (const name of authors) {
      const id = await findMemberOf(db, `${name}@demo.invalid`)
      if (id !== null) members.push(id)
    }
    if (!members.length) return
    for (const [index, drawing] of drawings.entries()) {
      await hang(db, drawing, { index, members, timeZone })
    }
  })
}

async function hang(
  db: Database,
  drawing: Drawing,
  { index, members, timeZone }: { index: number; members: number[]; timeZone: string },
) {
  const source = await sharp(Buffer.from(svgOf(drawing)))
    .png({ compressionLevel: 1 })
    .toBuffer()
  const { facts, files, hashes } = await encode(source, { effort: 0 })
  const at = new Date(Date.now() - drawing.daysAgo * dayMs)
  const { area, caption, alt } = drawing
  const [date] = (
    await listDates(db, {
      endsAfter: new Date(at.getTime() - dayMs),
      startsBefore: at,
      area,
      limit: 1,
    })
  ).slice(-1)
  const member = members[drawing.author % members.length] ?? 0
  const id = await insertMoment(db, {
    ...{ member, key: `demo-moment-${index}`, state: 'shown', area, caption, alt },
    ...{ event: date?.id ?? null, series: date?.event ?? null },
    audience: drawing.isPublic ? 'everybody' : 'members',
    month: localMoment(at, timeZone).date.slice(0, 7),
    ...facts,
    hashes,
    isChosen: drawing.isChosen,
    createdAt: at,
    decidedAt: at,
  })
  if (id === null) return
  await replaceFiles(db, id, files)
  for (const [place, reader] of members.entries()) {
    const kind = reactionKinds[(index + place) % reactionKinds.length]
    if (kind && reader !== member && (index * 7 + place * 5) % 3) {
      await setReaction(db, { moment: id, member: reader, kind, on: true })
    }
  }
}
