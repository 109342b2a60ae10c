import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { createDoor } from './door.ts'
import { OpenDoor } from './OpenDoor.tsx'
import { StartForm } from './StartForm.tsx'
import { keepShell } from './shell.ts'
import type { Venue } from './words.ts'

/** `/check-in/door` for staff, or with the token of an organiser’s link. */
const tokenOf = (path: string): string => /^\/check-in\/door\/([^/]+)/.exec(path)?.[1] ?? ''

type Props = { venue: Venue; texts: Record<'title' | 'lead', string> }

/** The door on this phone. The page is the same for everyone: what the door is for is known only in the browser. */
export function DoorApp({ venue, texts }: Props) {
  const [isInBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])
  const intro = (
    <header>
      <h1 className="poster">{texts.title}</h1>
      <p>{texts.lead}</p>
    </header>
  )
  return isInBrowser ? <Door venue={venue} intro={intro} /> : intro
}

function Door({ venue, intro }: { venue: Venue; intro: ReactNode }) {
  const token = tokenOf(location.pathname)
  const door = useMemo(() => {
    const base = token ? `/api/check-in/door/${token}` : '/api/check-in/door'
    return createDoor({ base, venue, isStaff: !token })
  }, [token, venue])
  useEffect(() => door.start(), [door])
  const state = useStore(door.$state)
  const [isReady, setReady] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  useEffect(() => {
    // The page is kept again at each visit, because it may have changed.
    const keep = () => keepShell().then(setReady)
    const timer = setTimeout(() => void keep(), 1_500)
    return () => clearTimeout(timer)
  }, [])
  if (state.phase === 'loading') return intro
  const isOpen = state.phase === 'open' && state.shift !== null && state.book !== null
  if (isOpen && !isChoosing) {
    const choose = () => setChoosing(true)
    return <OpenDoor {...{ door, state, venue, isReady }} onOtherDoor={choose} />
  }
  return (
    <>
      {intro}
      <StartForm
        {...{ door, state, venue }}
        isStaff={!token}
        onDone={isOpen ? () => setChoosing(false) : null}
      />
    </>
  )
}
