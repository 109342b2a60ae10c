'use client'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { type CameraProblem, useCamera } from '../../../platform/ui/camera/use-camera.ts'

const program = new URL('zxing-wasm/reader/zxing_reader.wasm', import.meta.url).href

const problems: Record<CameraProblem, string> = {
  refused: 'This page may not use the camera. Allow it in the browser, or type the number.',
  none: 'There is no camera. Type the number instead.',
  busy: 'The camera can’t be used now. Type the number instead.',
  unreadable: 'This browser can’t read codes from pictures. Type the number instead.',
}

/** A button that reads the code of a member's card with the tablet's camera. @param onRead gets the code */
export function ScanCard({ onRead }: { onRead: (code: string) => void }) {
  const [isPossible, setPossible] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const read = (code: string) => {
    setOpen(false)
    onRead(code)
  }
  const { problem } = useCamera(video, isOpen, read, program)
  // Browsers have no camera on a page without TLS. The server does not know that.
  useEffect(() => setPossible(Boolean(navigator.mediaDevices)), [])
  if (!isPossible) return null
  return (
    <div className="till-scan">
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close the camera' : 'Scan with the camera'}
      </Button>
      <Problem>{problem && problems[problem]}</Problem>
      <video
        ref={video}
        muted
        playsInline
        hidden={!isOpen || problem !== null}
        aria-label="Picture of the camera"
      />
    </div>
  )
}
