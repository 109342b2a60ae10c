import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { $sheet, $toggles } from '../state/editing-state.ts'
import { frameNames } from '../state/frame-names.ts'
import { modeOf } from '../state/modes.ts'
import { askFor } from '../state/switch-mode.ts'
import { ScaledFrame } from './ScaledFrame.tsx'

const widths = { Phone: 390, Tablet: 768, Desktop: 1280 } as const
type Device = keyof typeof widths

/** The page as a visitor sees it, at three widths, with the drafts or as it is live. */
export function VisitorSheet() {
  const mode = modeOf(useStore($toggles))
  const [device, setDevice] = useState<Device>('Phone')
  const [drafts, setDrafts] = useState(mode !== 'view')
  // The frame is asked for with the page's own cookie, which is put back at the end.
  askFor(drafts ? 'preview' : 'view')
  useEffect(() => {
    const restore = () => askFor(mode)
    addEventListener('pagehide', restore)
    return () => {
      removeEventListener('pagehide', restore)
      restore()
    }
  }, [mode])
  return (
    <Dialog title="As a visitor sees it" look="full" onClose={() => $sheet.set(null)}>
      <div className="ed-tools">
        <fieldset className="ed-modes">
          <legend className="ed-spoken">Width</legend>
          {(Object.keys(widths) as Device[]).map((each) => (
            <Button key={each} aria-pressed={each === device} onClick={() => setDevice(each)}>
              {each} <small>{widths[each]}</small>
            </Button>
          ))}
        </fieldset>
        <fieldset className="ed-modes">
          <legend className="ed-spoken">Texts</legend>
          <Button aria-pressed={drafts} onClick={() => setDrafts(true)}>
            With drafts
          </Button>
          <Button aria-pressed={!drafts} onClick={() => setDrafts(false)}>
            As live
          </Button>
        </fieldset>
      </div>
      <ScaledFrame
        key={String(drafts)}
        name={frameNames.visitor}
        title={`The page on a ${device.toLowerCase()}, ${drafts ? 'with drafts' : 'as live'}`}
        address={location.pathname + location.search}
        width={widths[device]}
      />
    </Dialog>
  )
}
