import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { WorkerState } from '../../../cms/editing/contract.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { showToast, toastMs } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { calls, showFailure } from '../calls.ts'
import { barId } from '../page/page-input.ts'
import { $pending } from '../saving/pending-saves.ts'
import { labelOf, parseId } from '../state/content-keys.ts'
import {
  $others,
  $place,
  $reply,
  $sheet,
  $toggles,
  type Place,
  type Sheet,
} from '../state/editing-state.ts'
import { changeEdit, changePreview } from '../state/switch-mode.ts'
import { turnRound } from '../undo/undo-redo.ts'
import { $undo } from '../undo/undo-store.ts'
import { UnsavedNotice } from '../unsaved/UnsavedNotice.tsx'

const collapsedName = 'common-room-bar-collapsed'

/** The bar at the page's foot. The page ends above it. */
export function Bar({ place }: { place: Place }) {
  const [collapsed, setCollapsed] = useState(
    () => readStored<boolean>('localStorage', collapsedName) === true,
  )
  const [more, setMore] = useState(false)
  const ref = useRef<HTMLElement>(null)
  useRoomBelow(ref)
  const toggle = () => {
    writeStored('localStorage', collapsedName, collapsed ? null : true)
    setCollapsed(!collapsed)
  }
  return (
    <section
      ref={ref}
      id={barId}
      className="ed-bar"
      aria-label="Editing"
      data-collapsed={collapsed || undefined}
      data-more={more || undefined}
      onKeyDown={({ key, target }) => {
        if (key === '?' && !(target instanceof HTMLInputElement)) open({ kind: 'help' })
      }}
    >
      {!collapsed && <Notices page={place.page} />}
      <div className="ed-bar-row">
        <Button
          kind="quiet"
          className="ed-collapse"
          aria-expanded={!collapsed}
          aria-label={collapsed ? 'Show the editing bar' : 'Hide the editing bar'}
          onClick={toggle}
        >
          <span aria-hidden="true">{collapsed ? '▴' : '▾'}</span>
        </Button>
        <Saving />
        {!collapsed && (
          <>
            <Modes />
            <TurnRound />
            <ReviewButton />
            <Button
              kind="quiet"
              className="ed-more"
              aria-expanded={more}
              onClick={() => setMore(!more)}
            >
              {more ? 'Less' : 'More'}
            </Button>
            <div className="ed-rest">
              <SheetButton sheet={{ kind: 'texts' }}>Texts</SheetButton>
              <SheetButton sheet={{ kind: 'history', id: null }}>History</SheetButton>
              <SheetButton sheet={{ kind: 'visitor' }}>As a visitor</SheetButton>
              <SheetButton sheet={{ kind: 'help' }} label="Help: keys and words">
                ?
              </SheetButton>
              <Person place={place} />
            </div>
          </>
        )}
      </div>
    </section>
  )
}

const open = (sheet: Sheet) => $sheet.set(sheet)

function SheetButton(props: { sheet: Sheet; children: ReactNode; label?: string }) {
  return (
    <Button
      kind="quiet"
      aria-haspopup="dialog"
      aria-label={props.label}
      onClick={() => open(props.sheet)}
    >
      {props.children}
    </Button>
  )
}

// The page's end stays in sight: it ends where the bar begins.
function useRoomBelow(ref: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = ref.current
    if (!bar) return
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--ed-bar', `${bar.offsetHeight}px`)
    })
    observer.observe(bar)
    return () => observer.disconnect()
  }, [ref])
}

function Modes() {
  const { edit, preview } = useStore($toggles)
  return (
    <fieldset className="ed-modes">
      <legend className="ed-spoken">What the page shows</legend>
      <Button aria-pressed={edit} onClick={changeEdit}>
        Edit
      </Button>
      <Button aria-pressed={preview} onClick={changePreview}>
        Preview
      </Button>
    </fieldset>
  )
}

function Saving() {
  const pending = useStore($pending)
  return (
    <p className="ed-pending" data-busy={pending > 0 || undefined}>
      <b>{pending}</b>
      <span className="ed-spoken"> pending changes</span>
      <span className="ed-wide" aria-hidden="true">
        {' '}
        pending
      </span>
    </p>
  )
}

function TurnRound() {
  const { undo, redo } = useStore($undo)
  return (
    <>
      <Button
        kind="quiet"
        unavailable={undo === 0}
        aria-keyshortcuts="Control+Z Meta+Z"
        aria-label="Undo"
        onClick={() => void turnRound('undo')}
      >
        <Arrow />
        <span className="ed-wide">Undo</span>
      </Button>
      <Button
        kind="quiet"
        unavailable={redo === 0}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        aria-label="Redo"
        onClick={() => void turnRound('redo')}
      >
        <Arrow forward />
        <span className="ed-wide">Redo</span>
      </Button>
    </>
  )
}

function Arrow({ forward = false }) {
  return (
    <svg
      className="ed-arrow"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      style={forward ? { transform: 'scaleX(-1)' } : undefined}
    >
      <path
        d="M6 2 2 6l4 4M2 6h7a4 4 0 0 1 0 8H6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
    </svg>
  )
}

function ReviewButton() {
  const drafts = useStore($reply)?.drafts ?? 0
  return (
    <Button
      kind={drafts > 0 ? 'strong' : 'plain'}
      aria-haspopup="dialog"
      onClick={() => open({ kind: 'review' })}
    >
      Review{' '}
      <span className="ed-count">
        {drafts}
        <span className="ed-spoken">{drafts === 1 ? ' draft' : ' drafts'}</span>
      </span>
    </Button>
  )
}

function Person({ place: { user } }: { place: Place }) {
  const signOut = async () => {
    try {
      await calls.signOut()
      showToast({ title: 'Signed out successfully', description: 'You have been signed out.' })
      // The page of a stranger has nothing that could say so.
      $place.set(null)
      setTimeout(() => location.reload(), toastMs.titled / 2)
    } catch (error) {
      showFailure(error, 'Sign out failed')
    }
  }
  return (
    <>
      <a className="ui-button" data-kind="quiet" href="/cms" data-astro-reload>
        Admin
      </a>
      <p className="ed-person">
        <b>{user.name}</b> <span>{user.role}</span>
      </p>
      <Button kind="quiet" onClick={() => void signOut()}>
        Sign out
      </Button>
    </>
  )
}

const latenessOf = ({ overdue }: WorkerState): string => {
  if (overdue === 0) return 'Nothing has looked at the schedule for two minutes.'
  return `${overdue === 1 ? 'One is' : `${overdue} are`} overdue by more than two minutes.`
}

function Notices({ page }: { page: string }) {
  const worker = useStore($reply)?.worker
  const others = useStore($others)
  const where = (place: string | null) => (place ? ` (${labelOf(parseId(place, page))})` : '')
  return (
    <>
      {worker?.late && (
        <p className="ed-notice" data-tone="fault" role="alert">
          <b>Scheduled changes are late.</b> {latenessOf(worker)} Tell whoever looks after the
          server.
        </p>
      )}
      {!!worker?.failed && (
        <p className="ed-notice" data-tone="fault">
          <b>
            {worker.failed === 1
              ? 'A scheduled change was given up.'
              : `${worker.failed} scheduled changes were given up.`}
          </b>{' '}
          Review says why.
        </p>
      )}
      <UnsavedNotice page={page} />
      {others.length > 0 && (
        <p className="ed-notice ed-others">
          Also here: {others.map(({ name, place }) => name + where(place)).join(', ')}
        </p>
      )}
    </>
  )
}
