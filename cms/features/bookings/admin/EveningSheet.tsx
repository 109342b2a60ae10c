'use client'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { describeDay } from '../../events/when.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { areaName } from '../../venue/names.ts'
import type { SheetBooking, SheetClosure, SheetReply } from '../evening/contract.ts'
import { canDo, isFound, isOpen, type SheetAction } from '../evening/rules.ts'
import { AddDialog } from './AddDialog.tsx'
import { BlockDialog } from './BlockDialog.tsx'
import { BookingRow } from './BookingRow.tsx'
import { ClosureDialog } from './ClosureDialog.tsx'
import { FoundElsewhere } from './FoundElsewhere.tsx'
import { TableBoard } from './TableBoard.tsx'
import { ageText } from './texts.ts'
import { useChanges } from './use-changes.ts'
import { useSheet } from './use-sheet.ts'

type Opened = 'walk_in' | 'phone' | 'block' | { closure: number } | null
const dayPath = (day: string) => `/cms/evening?day=${day}`

/** The bookings of an evening: the list on the left, the tables on the right. A booking and a table are two taps. */
export function EveningSheet({ initial }: { initial: SheetReply }) {
  const { sheet, isCut, read } = useSheet(initial)
  const [by, setBy] = useState<'time' | 'area'>('time')
  const [search, setSearch] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const [picked, setPicked] = useState<number | null>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const { undo, problem, isBusy, change, clear } = useChanges(read)
  const { day, today, bookings } = sheet
  const shown = useMemo(
    () =>
      bookings.filter(
        (each) => (showsAll || search || isOpen(each.status)) && isFound(each, search),
      ),
    [bookings, showsAll, search],
  )
  const booking = bookings.find(({ id }) => id === picked) ?? null
  const names = new Map(
    sheet.areas.flatMap(({ tables, desks }) =>
      [...tables, ...desks].map(({ id, name }) => [id, name] as const),
    ),
  )
  const over = bookings.filter(({ status }) => !isOpen(status)).length

  const act = async (action: SheetAction, more: object = {}) => {
    if (booking && (await change(booking, action, more))) setPicked(null)
  }
  const giveTables = (ids: number[]) => {
    if (!booking) return
    const isHere = booking.status === 'waiting'
    void act(isHere ? 'seat' : 'move', { tables: ids })
  }
  const searchField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, select')
      if (document.querySelector('dialog[open]')) return
      if (event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape' && !isTyping) setPicked(null)
      // With Alt, because speech input types single letters. The letter of a key depends on Alt on some systems.
      else if (event.altKey && event.code === 'KeyS') searchField.current?.focus()
      else if (event.altKey && event.code === 'KeyW') setOpened('walk_in')
      else if (event.altKey && event.code === 'KeyP') setOpened('phone')
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const groups =
    by === 'time'
      ? [...Map.groupBy(shown, ({ time }) => time)]
      : [...Map.groupBy(shown, ({ area }) => areaName(area))]
  return (
    <>
      <header className="evening__head">
        <div>
          <h1>
            {describeDay(day, today)} {day === today ? <small>Tonight</small> : null}
          </h1>
          <nav aria-label="Days">
            <CmsLink href={dayPath(addDays(day, -1))} aria-label="The day before">
              ←
            </CmsLink>
            {day === today ? null : <CmsLink href={dayPath(today)}>Tonight</CmsLink>}
            <CmsLink href={dayPath(addDays(day, 1))} aria-label="The day after">
              →
            </CmsLink>
            <input
              type="date"
              aria-label="Day"
              defaultValue={day}
              onChange={({ target }) => {
                if (/^20\d\d-/.test(target.value)) location.assign(dayPath(target.value))
              }}
            />
          </nav>
        </div>
        <div className="evening__tools">
          <button
            type="button"
            className="ui-button"
            data-kind="strong"
            aria-keyshortcuts="Alt+W"
            title="Alt+W"
            onClick={() => setOpened('walk_in')}
          >
            Walk-in
          </button>
          <button
            type="button"
            className="ui-button"
            data-kind="strong"
            aria-keyshortcuts="Alt+P"
            title="Alt+P"
            onClick={() => setOpened('phone')}
          >
            Telephone
          </button>
          <button
            type="button"
            className="ui-button"
            data-kind="plain"
            onClick={() => setOpened('block')}
          >
            Block
          </button>
          <button type="button" className="ui-button" data-kind="plain" onClick={() => print()}>
            Print
          </button>
        </div>
      </header>
      {isCut ? (
        <p className="evening__cut" role="status">
          No network. This is how it was at {sheet.time}, <Age since={sheet.now} /> ago. Nothing can
          be changed.
        </p>
      ) : null}
      {sheet.closures.map((closure) => (
        <p key={closure.id} className="evening__closure">
          <span>
            {closure.reason}:{' '}
            {closure.tables.map((id) => names.get(id)).join(', ') ||
              (closure.area ? areaName(closure.area) : 'the whole house')}
            , {closure.from.slice(11)}–{closure.to.slice(11)}
          </span>
          <button
            type="button"
            className="ui-button"
            data-kind="plain"
            onClick={() => setOpened({ closure: closure.id })}
          >
            {closure.hits
              ? `Hits ${closure.hits} ${closure.hits === 1 ? 'booking' : 'bookings'}${toldText(closure)}`
              : 'More'}
          </button>
        </p>
      ))}
      <div className="evening__columns">
        <section aria-label="Bookings">
          <div className="evening__find">
            <input
              ref={searchField}
              type="search"
              aria-label="Find a name or a telephone number"
              placeholder="Name or telephone"
              maxLength={60}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
            <fieldset>
              <legend className="sr">Order</legend>
              {(['time', 'area'] as const).map((each) => (
                <label key={each}>
                  <input
                    type="radio"
                    name="evening-by"
                    className="sr"
                    checked={by === each}
                    onChange={() => setBy(each)}
                  />
                  <span>By {each}</span>
                </label>
              ))}
            </fieldset>
          </div>
          {shown.length ? null : (
            <p className="admin-quiet">
              {search ? 'Nobody with this name or number on this day.' : 'Nobody is on the list.'}
            </p>
          )}
          {groups.map(([title, rows]) => (
            <section key={title} className="evening__group">
              <h2>
                {title} <small>{peopleIn(rows)}</small>
              </h2>
              <ul onKeyDown={moveFocus}>
                {rows.map((each) => (
                  <BookingRow
                    key={each.id}
                    booking={each}
                    tables={each.tables.map((id) => names.get(id) ?? '?')}
                    showsTime={by === 'area'}
                    isPicked={each.id === picked}
                    isBusy={isBusy || isCut}
                    onPick={() => setPicked(each.id === picked ? null : each.id)}
                    onAct={(action, more) => void act(action, more)}
                  />
                ))}
              </ul>
            </section>
          ))}
          {over ? (
            <button
              type="button"
              className="ui-button"
              data-kind="plain"
              aria-pressed={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? 'Hide what is over' : `Show ${over} that are over`}
            </button>
          ) : null}
          <FoundElsewhere search={search} day={day} />
        </section>
        <TableBoard
          sheet={sheet}
          booking={booking && !booking.is_desk && canDo(booking.status, 'move') ? booking : null}
          isBusy={isBusy || isCut}
          onGive={giveTables}
          onPick={setPicked}
        />
      </div>
      {problem ? (
        <div className="evening__undo evening__problem" role="alert">
          <span>{problem.text}</span>
          {problem.anyway ? (
            <button type="button" className="ui-button" data-kind="plain" onClick={problem.anyway}>
              Anyway
            </button>
          ) : null}
          <button type="button" className="ui-button" data-kind="plain" onClick={clear}>
            All right
          </button>
        </div>
      ) : null}
      {undo ? (
        <div className="evening__undo" role="status">
          <span>{undo.text}</span>
          <button type="button" className="ui-button" data-kind="strong" onClick={undo.run}>
            Undo
          </button>
        </div>
      ) : null}
      {opened === 'walk_in' || opened === 'phone' ? (
        <AddDialog sheet={sheet} source={opened} onClose={() => setOpened(null)} onDone={read} />
      ) : null}
      {opened === 'block' ? (
        <BlockDialog
          sheet={sheet}
          onClose={() => setOpened(null)}
          onDone={({ id, hits }) => {
            setOpened(hits ? { closure: id } : null)
            void read()
          }}
        />
      ) : null}
      {opened && typeof opened === 'object' ? (
        <ClosureDialog
          id={opened.closure}
          isOfTables={sheet.closures.some(
            ({ id, tables: own }) => id === opened.closure && own.length > 0,
          )}
          onClose={() => setOpened(null)}
          onDone={read}
        />
      ) : null}
    </>
  )
}

const toldText = ({ told, told_at: at }: SheetClosure): string =>
  told && at ? `, ${told} told, last at ${at}` : ', nobody told yet'

const peopleIn = (rows: readonly SheetBooking[]): string => {
  const people = rows
    .filter(({ status }) => isOpen(status))
    .reduce((sum, { party }) => sum + party, 0)
  return people === 1 ? 'one person' : `${people} people`
}

/** The arrow keys move between the bookings of the list. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const rows = [...document.querySelectorAll<HTMLElement>('.evening__pick')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  rows[at + step]?.focus()
}

/** How old the sheet is, which passes while nothing arrives. */
function Age({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.parse(since))
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return ageText(since, now)
}
