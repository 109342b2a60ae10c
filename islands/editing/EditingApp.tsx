import { useStore } from '@nanostores/react'
import { $openDialogCount } from '../../cms/platform/ui/Dialog.tsx'
import { Toasts } from '../../cms/platform/ui/Toasts.tsx'
import { Bar } from './bar/Bar.tsx'
import { ConflictSheet } from './conflicts/ConflictSheet.tsx'
import { HistorySheet } from './history/HistorySheet.tsx'
import { TakeOffSheet } from './history/TakeOffSheet.tsx'
import { KeyLabels } from './page/KeyLabels.tsx'
import { PictureSheet } from './pictures/PictureSheet.tsx'
import { ReviewSheet } from './publishing/ReviewSheet.tsx'
import { HelpSheet } from './sheets/HelpSheet.tsx'
import { TextsSheet } from './sheets/TextsSheet.tsx'
import { VisitorSheet } from './sheets/VisitorSheet.tsx'
import { $announcement, $conflict, $openText, $pageContext, $sheet } from './state/editing-state.ts'
import { TextEditor } from './text/TextEditor.tsx'

export function EditingApp() {
  const context = useStore($pageContext)
  const openText = useStore($openText)
  const conflict = useStore($conflict)
  const dialogs = useStore($openDialogCount)
  const announcement = useStore($announcement)
  // After a sign-out, or on a page without keys, earlier toasts stay visible.
  if (!context) return <Toasts />
  return (
    <>
      <div className="ed-spoken" role="status" aria-live="polite">
        {announcement}
      </div>
      <KeyLabels />
      {openText && <TextEditor key={openText.id} openText={openText} />}
      <Bar context={context} />
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
  if (sheet?.kind === 'take-off') return <TakeOffSheet key={sheet.id} id={sheet.id} />
  if (sheet?.kind === 'picture') {
    const { id, unsaved } = sheet
    return <PictureSheet key={`${id} ${unsaved ? 'unsaved' : ''}`} id={id} unsaved={unsaved} />
  }
  if (sheet?.kind === 'visitor') return <VisitorSheet />
  if (sheet?.kind === 'texts') return <TextsSheet />
  if (sheet?.kind === 'help') return <HelpSheet />
  return null
}
