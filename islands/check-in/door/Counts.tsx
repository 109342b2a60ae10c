import type { CSSProperties } from 'react'
import type { AreaReply } from '../../../cms/features/check-in/contract.ts'
import { isAbove, isNear } from '../../../cms/features/check-in/rules.ts'
import type { DoorState } from './door.ts'
import type { Venue } from './words.ts'

const levelOf = ({ inside, limit, re_entry }: AreaReply): 'free' | 'near' | 'full' => {
  const count = { inside, limit, reEntry: re_entry }
  return isAbove(count, 1) ? 'full' : isNear(count, 0) ? 'near' : 'free'
}

/** How many are inside, against what the area is licensed for, and who of the list is still to come. */
export function Counts({ state, venue }: { state: DoorState; venue: Venue }) {
  const { areas, book } = state
  if (!book) return null
  const own = areas.find(({ area }) => area === book.area)
  const others = areas.filter(({ area, limit }) => area !== book.area && limit !== null)
  const nameOf = (area: string) => venue.areaNames[area] ?? area
  const expected = [...book.guests.values()].reduce(
    (sum, { status, party, came }) => sum + (status === 'going' ? Math.max(0, party - came) : 0),
    0,
  )
  const level = own ? levelOf(own) : 'free'
  return (
    <section aria-label="Counts">
      <div className="door-counts" data-level={level}>
        <p>
          <b data-inside>{own?.inside ?? 0}</b> inside, {nameOf(book.area)}
        </p>
        <span />
        <p className="door-counts__more">
          {own?.limit ? <span>of {own.limit}</span> : null}
          <span data-expected>{expected} to come</span>
        </p>
        {own?.limit ? (
          <div
            className="door-counts__limit"
            style={{ '--part': Math.min(1, own.inside / own.limit) } as CSSProperties}
          >
            <i />
          </div>
        ) : null}
      </div>
      {own?.limit && level !== 'free' ? (
        <p className="door-notice" data-tone={level === 'full' ? 'no' : 'ask'} role="status">
          {level === 'full'
            ? `Full: ${own.inside} of ${own.limit}. Nobody more comes in.`
            : `Nearly full: ${Math.max(0, own.limit - own.inside)} more can come in.`}
        </p>
      ) : null}
      {others.length ? (
        <p className="door-quiet">
          {others
            .map((each) => `${nameOf(each.area)}: ${each.inside} of ${each.limit}`)
            .join(' · ')}
        </p>
      ) : null}
    </section>
  )
}
