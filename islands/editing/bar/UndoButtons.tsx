import { useStore } from '@nanostores/react'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { undoOrRedo } from '../undo/undo-redo.ts'
import type { Direction } from '../undo/undo-stack.ts'
import { $undoCounts } from '../undo/undo-store.ts'

const buttons = [
  {
    direction: 'undo',
    label: 'Undo',
    keys: 'Control+Z Meta+Z',
    tip: 'Undo: Ctrl or ⌘ and Z',
  },
  {
    direction: 'redo',
    label: 'Redo',
    keys: 'Control+Shift+Z Meta+Shift+Z',
    tip: 'Redo: Ctrl or ⌘, Shift and Z',
  },
] as const

export function UndoButtons() {
  const counts = useStore($undoCounts)
  return buttons.map(({ direction, label, keys, tip }) => (
    <Button
      key={direction}
      kind="quiet"
      unavailable={counts[direction] === 0}
      aria-keyshortcuts={keys}
      aria-label={label}
      data-tip={tip}
      onClick={() => void undoOrRedo(direction)}
    >
      <Arrow direction={direction} />
      <span className="ed-wide">{label}</span>
    </Button>
  ))
}

const Arrow = ({ direction }: { direction: Direction }) => (
  <svg
    className="ed-arrow"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    aria-hidden="true"
    style={direction === 'redo' ? { transform: 'scaleX(-1)' } : undefined}
  >
    <path
      d="M6 2 2 6l4 4M2 6h7a4 4 0 0 1 0 8H6"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    />
  </svg>
)
