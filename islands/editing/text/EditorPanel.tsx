import { useStore } from '@nanostores/react'
import type { Positioning } from '../../../cms/features/content/editing/contract.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { TakeOffButton } from '../history/TakeOffButton.tsx'
import { describeKey } from '../page/mark-keys.ts'
import { $keys, $otherEditors, $pageStatus, $sheet } from '../state/editing-state.ts'
import { PositionPanel } from './PositionPanel.tsx'

type Props = {
  id: string
  label: string
  element: HTMLElement | null
  positioning: Positioning | undefined
  problem: string | null
  onPosition: (positioning: Positioning) => void
  onCancel: () => void
  onLineBreak: () => void
}

/** The actions for an open text, its position and its placeholders. */
export function EditorPanel(props: Props) {
  const { id, label, element, positioning, problem, onPosition, onCancel, onLineBreak } = props
  // On-screen keyboards have no Shift+Enter.
  const isTouch = matchMedia('(pointer: coarse)').matches
  useStore($keys)
  useStore($otherEditors)
  const about = describeKey(id)
  const link = element?.closest('a')?.getAttribute('href')
  // A tall text, such as a poster's title, gets a small panel that leaves the text's first letters visible.
  const isTall = (element?.offsetHeight ?? 0) > innerHeight * 0.4
  return (
    <div className="ed-panel" data-over={isTall || undefined}>
      <p className="ed-panel-name">
        <b>{label}</b>
        {about && <span> {about}</span>}
      </p>
      <div className="ed-panel-actions">
        <Button type="submit" kind="strong" unavailable={problem !== null}>
          Save draft
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        {isTouch && <Button onClick={onLineBreak}>New line</Button>}
        <Button
          kind="quiet"
          aria-haspopup="dialog"
          onClick={() => $sheet.set({ kind: 'history', id })}
        >
          History
        </Button>
        <TakeOffButton id={id} />
        {link?.startsWith('/') && (
          <a className="ui-button" data-kind="quiet" href={link}>
            Open {link}
          </a>
        )}
      </div>
      <p id="ed-hint" className="ed-hint" data-tone={problem ? 'fault' : undefined}>
        {problem ??
          (isTouch
            ? 'Enter saves. A touch beside it cancels.'
            : 'Enter saves, Shift+Enter breaks the line, Escape cancels.')}
      </p>
      <details className="ed-details">
        <summary>Position</summary>
        <PositionPanel positioning={positioning} onPosition={onPosition} />
      </details>
      <Placeholders />
    </div>
  )
}

function Placeholders() {
  const placeholders = Object.entries(useStore($pageStatus)?.placeholders ?? {})
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
