import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { modeOf } from '../../../cms/features/content/editing/ui/modes.ts'
import { Dialog } from '../../../cms/platform/ui/Dialog.tsx'
import { $toggles, closeSheet } from '../state/editing-state.ts'
import { frameNames } from '../state/frame-names.ts'
import { setModeCookie } from '../state/switch-mode.ts'
import { Choices } from './Choices.tsx'
import { ScaledFrame } from './ScaledFrame.tsx'

const widths = { Phone: 390, Tablet: 768, Desktop: 1280 } as const
type Device = keyof typeof widths

/** The page as visitors see it, at three widths, with or without drafts. */
export function VisitorSheet() {
  const mode = modeOf(useStore($toggles))
  const [device, setDevice] = useState<Device>('Phone')
  const [showsDrafts, setShowsDrafts] = useState(mode !== 'view')
  // The iframe uses this window's mode cookie. The cookie is restored when the sheet closes.
  setModeCookie(showsDrafts ? 'preview' : 'view')
  useEffect(() => {
    const restore = () => setModeCookie(mode)
    addEventListener('pagehide', restore)
    return () => {
      removeEventListener('pagehide', restore)
      restore()
    }
  }, [mode])
  return (
    <Dialog title="As a visitor sees it" look="full" onClose={closeSheet}>
      <div className="ed-tools">
        <Choices
          legend="Width"
          options={(Object.keys(widths) as Device[]).map((value) => ({
            value,
            label: (
              <>
                {value} <small>{widths[value]}</small>
              </>
            ),
          }))}
          chosen={device}
          onChoose={setDevice}
        />
        <Choices
          legend="Texts"
          options={[
            { value: true, label: 'With drafts' },
            { value: false, label: 'As live' },
          ]}
          chosen={showsDrafts}
          onChoose={setShowsDrafts}
        />
      </div>
      <ScaledFrame
        key={String(showsDrafts)}
        name={frameNames.visitor}
        title={`The page on a ${device.toLowerCase()}, ${showsDrafts ? 'with drafts' : 'as live'}`}
        address={location.pathname + location.search}
        width={widths[device]}
      />
    </Dialog>
  )
}
