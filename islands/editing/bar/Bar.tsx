import { useStore } from '@nanostores/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { modeOf } from '../../../cms/features/content/editing/ui/modes.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'
import { startTooltips } from '../../ui/tooltip/tooltips.ts'
import { barId } from '../page/page-input.ts'
import { $pendingCount } from '../saving/pending-saves.ts'
import {
  $pageStatus,
  $sheet,
  $toggles,
  type PageContext,
  type Sheet,
} from '../state/editing-state.ts'
import { toggleEditMode, togglePreviewMode } from '../state/switch-mode.ts'
import { BarNotices } from './BarNotices.tsx'
import { StaffMenu } from './StaffMenu.tsx'
import { UndoButtons } from './UndoButtons.tsx'

const storageKey = 'common-room-bar-collapsed'

export function Bar({ context }: { context: PageContext }) {
  const [isCollapsed, setCollapsed] = useState(
    () => readStored<boolean>('localStorage', storageKey) === true,
  )
  const [isMenuOpen, setMenuOpen] = useState(false)
  const ref = useRef<HTMLElement>(null)
  useBarHeight(ref)
  useEffect(() => (ref.current ? startTooltips(ref.current) : undefined), [])
  const toggle = () => {
    writeStored('localStorage', storageKey, isCollapsed ? null : true)
    setCollapsed(!isCollapsed)
  }
  return (
    <section
      ref={ref}
      id={barId}
      className="ed-bar"
      aria-label="Editing"
      data-collapsed={isCollapsed || undefined}
      data-more={isMenuOpen || undefined}
      onKeyDown={({ key, target }) => {
        if (key === '?' && !(target instanceof HTMLInputElement)) $sheet.set({ kind: 'help' })
      }}
    >
      {!isCollapsed && <BarNotices page={context.page} />}
      <div className="ed-bar-row">
        <Button
          kind="quiet"
          className="ed-collapse"
          aria-expanded={!isCollapsed}
          aria-label={isCollapsed ? 'Show the editing bar' : 'Hide the editing bar'}
          data-tip={isCollapsed ? 'Show the editing bar' : 'Hide the editing bar'}
          onClick={toggle}
        >
          <span aria-hidden="true">{isCollapsed ? '▴' : '▾'}</span>
        </Button>
        <PendingCount />
        {!isCollapsed && (
          <>
            <ModeButtons />
            <UndoButtons />
            <ReviewButton />
            <Button
              kind="quiet"
              className="ed-more"
              aria-expanded={isMenuOpen}
              onClick={() => setMenuOpen(!isMenuOpen)}
            >
              {isMenuOpen ? 'Less' : 'More'}
            </Button>
            <div className="ed-rest">
              <SheetButton sheet={{ kind: 'texts' }}>Texts</SheetButton>
              <SheetButton sheet={{ kind: 'history', id: null }}>History</SheetButton>
              <SheetButton sheet={{ kind: 'visitor' }}>As a visitor</SheetButton>
              <SheetButton sheet={{ kind: 'help' }} label="Help: keys and words">
                ?
              </SheetButton>
              <StaffMenu user={context.user} />
            </div>
          </>
        )}
      </div>
    </section>
  )
}

// Sets the bar's height as a custom property. Styles use it so that the bar does not cover the page's end.
function useBarHeight(ref: RefObject<HTMLElement | null>): void {
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

type SheetButtonProps = {
  sheet: Sheet
  children: ReactNode
  kind?: 'quiet' | 'plain' | 'strong'
  label?: string
}

const SheetButton = ({ sheet, children, kind = 'quiet', label }: SheetButtonProps) => (
  <Button
    kind={kind}
    aria-haspopup="dialog"
    aria-label={label}
    data-tip={label}
    onClick={() => $sheet.set(sheet)}
  >
    {children}
  </Button>
)

function ModeButtons() {
  const toggles = useStore($toggles)
  const mode = modeOf(toggles)
  // *Edit* in a preview returns to edit mode if the preview was opened from edit mode.
  const edit = mode === 'preview' && toggles.edit ? togglePreviewMode : toggleEditMode
  return (
    <fieldset className="ed-modes">
      <legend className="ed-spoken">What the page shows</legend>
      <Button aria-pressed={mode === 'edit'} onClick={edit}>
        Edit
      </Button>
      <Button aria-pressed={mode === 'preview'} onClick={togglePreviewMode}>
        Preview
      </Button>
    </fieldset>
  )
}

// At 0, the count is invisible but keeps its space. The bar then shows only one number: how many drafts there are.
function PendingCount() {
  const pending = useStore($pendingCount)
  return (
    <p className="ed-pending" data-busy={pending > 0 || undefined}>
      <b>{pending}</b>
      <span className="ed-spoken"> pending changes</span>
      <span className="ed-wide" aria-hidden="true">
        {' '}
        saving
      </span>
    </p>
  )
}

function ReviewButton() {
  const drafts = useStore($pageStatus)?.drafts ?? 0
  return (
    <SheetButton sheet={{ kind: 'review' }} kind={drafts > 0 ? 'strong' : 'plain'}>
      Review{' '}
      <span className="ed-count">
        {drafts}
        <span className="ed-spoken">{drafts === 1 ? ' draft' : ' drafts'}</span>
      </span>
    </SheetButton>
  )
}
