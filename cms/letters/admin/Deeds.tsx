'use client'
import { useState } from 'react'
import { toDateTimeInput } from '../../../islands/lib/format-time.ts'
import { Button } from '../../../islands/ui/Button.tsx'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import type { LetterStanding } from '../contract.ts'
import { forEverybody, withNameMarks } from '../personal.ts'
import type { LetterAction } from '../rules.ts'
import { Confirm } from './Confirm.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'
import { SendConfirm } from './SendConfirm.tsx'
import type { useAct } from './use-act.ts'
import { useLetter, useWritten } from './use-letter.ts'
import { figure, haveIt } from './words.ts'

type Props = {
  can: (action: LetterAction) => boolean
  acting: ReturnType<typeof useAct>
  standing: LetterStanding | null
}

/** What a publisher can do with a letter as it stands, and what came of it. */
export function Deeds({ can, acting, standing }: Props) {
  const { timeZone } = useAdminContext()
  const { isModified, isPublic } = useLetter()
  const { subject } = useWritten()
  const [asked, setAsked] = useState<'send' | 'cancel' | null>(null)
  const { busy, said, save, act } = acting
  const close = () => setAsked(null)
  const confirmed = async (action: 'send' | 'cancel') => {
    if (await act(action)) close()
  }
  // What was said of it holds as long as it stands as it did then.
  const done = said && said.state === standing?.state ? said.words : ''
  const faultOf = (action: LetterAction) => (said?.by === action && !said.state ? said.words : null)
  const sendAt = standing?.sendAt ? toDateTimeInput(new Date(standing.sendAt), timeZone) : ''
  const saved = isModified ? 'Save and ' : ''
  const words = (text: string) => (saved ? saved + text.toLowerCase() : text)
  return (
    <div className="letter-deeds">
      {can('schedule') ? (
        <ScheduleFields
          begin={sendAt}
          label={can('unschedule') ? 'Change the time' : words('Schedule')}
          busy={busy === 'schedule'}
          onPlan={async (at) => {
            if (await save('schedule')) await act('schedule', at)
          }}
        />
      ) : null}
      {can('unschedule') ? (
        <Button unavailable={busy === 'unschedule'} onClick={() => act('unschedule')}>
          Back to draft
        </Button>
      ) : null}
      {can('send') ? (
        <Button
          unavailable={busy === 'send'}
          onClick={async () => {
            if (await save('send')) setAsked('send')
          }}
        >
          {words('Send now')} …
        </Button>
      ) : null}
      {can('pause') ? (
        <Button unavailable={busy === 'pause'} onClick={() => act('pause')}>
          Pause
        </Button>
      ) : null}
      {can('resume') ? (
        <Button kind="strong" unavailable={busy === 'resume'} onClick={() => act('resume')}>
          Go on
        </Button>
      ) : null}
      {can('cancel') ? <Button onClick={() => setAsked('cancel')}>Cancel the rest …</Button> : null}
      {can('again') && standing?.retriable ? (
        <Button unavailable={busy === 'again'} onClick={() => act('again')}>
          {standing.retriable === 1
            ? 'Send the one that failed again'
            : `Send the ${figure(standing.retriable)} that failed again`}
        </Button>
      ) : null}
      {can(isPublic ? 'hide' : 'show') ? (
        <Button
          unavailable={busy === 'hide' || busy === 'show'}
          onClick={() => act(isPublic ? 'hide' : 'show')}
        >
          {isPublic ? 'Take its page down' : 'Give it a page on the site'}
        </Button>
      ) : null}
      <p role="status" className="letter-done">
        {done}
      </p>
      {said && !said.state && said.by !== asked ? (
        <p className="admin-warning" role="alert">
          {said.words}
        </p>
      ) : null}
      {asked === 'send' ? (
        <SendConfirm
          busy={busy === 'send'}
          fault={faultOf('send')}
          onYes={() => confirmed('send')}
          onClose={close}
        />
      ) : null}
      {asked === 'cancel' && standing ? (
        <Confirm
          title="Cancel the rest?"
          yes="Cancel the rest"
          kind="danger"
          busy={busy === 'cancel'}
          fault={faultOf('cancel')}
          onYes={() => confirmed('cancel')}
          onClose={close}
        >
          <p className="letter-subject">{forEverybody(withNameMarks(subject))}</p>
          <p>
            By now {haveIt(standing)}. Nobody else will get it, and it can’t be sent again; a copy
            can.
            {isPublic ? ' Its page is gone from the site then.' : ''}
          </p>
        </Confirm>
      ) : null}
    </div>
  )
}
