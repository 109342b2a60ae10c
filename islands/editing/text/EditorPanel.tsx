import { useStore } from '@nanostores/react'
import type { Positioning } from '../../../cms/editing/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { $keys, $others, $reply, $sheet } from '../state/editing-state.ts'
import { describeKey } from '../state/page-status.ts'
import { PositionPanel } from './PositionPanel.tsx'

type Props = {
  id: string
  label: string
  element: HTMLElement | null
  positioning: Positioning | undefined
  fault: string | null
  onPosition: (positioning: Positioning) => void
  onCancel: () => void
  onBreak: () => void
}

/** What can be done to an open text: save it, place it, look at its past. */
export function EditorPanel(props: Props) {
  const { id, label, element, positioning, fault, onPosition, onCancel, onBreak } = props
  // Keys on glass have no Shift+Enter.
  const touches = matchMedia('(pointer: coarse)').matches
  useStore($keys)
  useStore($others)
  const about = describeKey(id)
  const link = element?.closest('a')?.getAttribute('href')
  // A poster's title fills the window: what stands over it is kept small, and off its first letters.
  const isTall = (element?.offsetHeight ?? 0) > innerHeight * 0.4
  return (
    <div className="ed-panel" data-over={isTall || undefined}>
      <p className="ed-panel-name">
        <b>{label}</b>
        {about && <span> {about}</span>}
      </p>
      <div className="ed-panel-actions">
        <Button type="submit" kind="strong" unavailable={fault !== null}>
          Save draft
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        {touches && <Button onClick={onBreak}>New line</Button>}
        <Button
          kind="quiet"
          aria-haspopup="dialog"
          onClick={() => $sheet.set({ kind: 'history', id })}
        >
          History
        </Button>
        {link?.startsWith('/') && (
          <a className="ui-button" data-kind="quiet" href={link}>
            Open {link}
          </a>
        )}
      </div>
      <p id="ed-hint" className="ed-hint" data-tone={fault ? 'fault' : undefined}>
        {fault ??
          (touches
            ? 'Enter saves. A touch beside it cancels.'
            : 'Enter saves, Shift+Enter breaks the line, Escape cancels.')}
      </p>
      <details className="ed-details" open={!isTall && matchMedia('(min-width: 48rem)').matches}>
        <summary>Position</summary>
        <PositionPanel positioning={positioning} onPosition={onPosition} />
      </details>
      <Placeholders />
    </div>
  )
}

function Placeholders() {
  const placeholders = Object.entries(useStore($reply)?.placeholders ?? {})
  if (!placeholders.length) return null
  return (
    <details className="ed-details">
      <summary>Words that follow the venue’s record</summary>
      <dl className="ed-placeholders">
        {placeholders.map(([name, value]) => (
          <div key={name}>
            <dt>{`{${name}}`}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
