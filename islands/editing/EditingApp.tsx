import { useStore } from '@nanostores/react'
import { $openDialogs } from '../ui/Dialog.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { Bar } from './bar/Bar.tsx'
import { ConflictSheet } from './conflicts/ConflictSheet.tsx'
import { HistorySheet } from './history/HistorySheet.tsx'
import { KeyLabels } from './page/KeyLabels.tsx'
import { PictureSheet } from './pictures/PictureSheet.tsx'
import { ReviewSheet } from './publishing/ReviewSheet.tsx'
import { HelpSheet } from './sheets/HelpSheet.tsx'
import { TextsSheet } from './sheets/TextsSheet.tsx'
import { VisitorSheet } from './sheets/VisitorSheet.tsx'
import { $conflict, $open, $place, $said, $sheet } from './state/editing-state.ts'
import { TextEditor } from './text/TextEditor.tsx'

/** Everything that staff see over the page. */
export function EditingApp() {
  const place = useStore($place)
  const open = useStore($open)
  const conflict = useStore($conflict)
  const dialogs = useStore($openDialogs)
  const said = useStore($said)
  // Signed out, or on a page without keys: what was said is still to be read.
  if (!place) return <Toasts />
  return (
    <>
      <div className="ed-spoken" role="status" aria-live="polite">
        {said}
      </div>
      <KeyLabels />
      {open && <TextEditor key={open.id} open={open} />}
      <Bar place={place} />
      <OpenSheet />
      {conflict && <ConflictSheet key={conflict.reply.theirs.revision} conflict={conflict} />}
      {dialogs === 0 && <Toasts />}
    </>
  )
}

function OpenSheet() {
  const sheet = useStore($sheet)
  if (sheet?.kind === 'review') return <ReviewSheet />
  if (sheet?.kind === 'history') return <HistorySheet key={sheet.id} id={sheet.id} />
  if (sheet?.kind === 'picture') {
    const { id, again } = sheet
    return <PictureSheet key={`${id} ${again ? 'again' : ''}`} id={id} again={again} />
  }
  if (sheet?.kind === 'visitor') return <VisitorSheet />
  if (sheet?.kind === 'texts') return <TextsSheet />
  if (sheet?.kind === 'help') return <HelpSheet />
  return null
}
