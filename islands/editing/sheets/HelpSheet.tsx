import { Dialog } from '../../../cms/platform/ui/Dialog.tsx'
import { closeSheet } from '../state/editing-state.ts'

const keys = [
  ['Tab', 'to the next text, link or button'],
  ['Alt + ↓, Alt + ↑', 'to the next or last text or picture of the page'],
  ['Enter or click', 'opens it in its place'],
  ['Enter', 'saves it as a draft'],
  ['Shift + Enter', 'breaks the line'],
  ['Escape', 'cancels; “Undo” brings it back for 10 seconds'],
  ['Ctrl or ⌘ + Z', 'undoes the last saved change, with Shift does it again'],
  ['Alt + E', 'to the editing bar'],
  ['Ctrl or ⌘ + click', 'follows a link whose words can be edited'],
  ['?', 'this sheet, from the bar or a text'],
] as const

export function HelpSheet() {
  return (
    <Dialog title="Keys and words" onClose={closeSheet}>
      <dl className="ed-keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <h3>Draft, changed, scheduled</h3>
      <p>
        What you save is a draft: visitors read the old text until a publisher publishes. A dashed
        outline marks drafts, a dotted one what is scheduled. Nothing typed is lost: what was not
        saved is offered again after a reload.
      </p>
    </Dialog>
  )
}
