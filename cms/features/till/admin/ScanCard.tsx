'use client'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const pauseMs = 150

// Some browsers read codes themselves, and only they get the button. In others a scanner types the code.
const findDetector = () =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector ?? null

const problems = {
  denied: 'This page may not use the camera. Allow it in the browser, or type the number.',
  missing: 'The camera can’t be used now. Type the number instead.',
}

/** A button that reads the code of a member's card with the tablet's camera. @param onRead gets the code */
export function ScanCard({ onRead }: { onRead: (code: string) => void }) {
  const [isPossible, setPossible] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // The server does not know the browser.
  useEffect(() => setPossible(findDetector() !== null && Boolean(navigator.mediaDevices)), [])
  if (!isPossible) return null
  return (
    <div className="till-scan">
      <Button
        aria-expanded={isOpen}
        onClick={() => {
          setProblem(null)
          setOpen(!isOpen)
        }}
      >
        {isOpen ? 'Close the camera' : 'Scan with the camera'}
      </Button>
      <Problem>{problem}</Problem>
      {isOpen ? (
        <Camera
          onRead={(code) => {
            setOpen(false)
            onRead(code)
          }}
          onProblem={(found) => {
            setOpen(false)
            setProblem(problems[found])
          }}
        />
      ) : null}
    </div>
  )
}

type CameraProps = {
  onRead: (code: string) => void
  onProblem: (problem: keyof typeof problems) => void
}

/** The picture of the camera, until a code is read. The camera is switched off when this is removed. */
function Camera(props: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const handlers = useRef(props)
  handlers.current = props
  useEffect(() => {
    const Detector = findDetector()
    let stream: MediaStream | null = null
    let isOver = false
    const read = async () => {
      if (!Detector) return
      const detector = new Detector({ formats: ['qr_code'] })
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const picture = video.current
      if (isOver || !picture) return stop()
      picture.srcObject = stream
      await picture.play()
      while (!isOver) {
        const [code] = await detector.detect(picture)
        if (code && !isOver) return handlers.current.onRead(code.rawValue)
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    const stop = () => {
      isOver = true
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    read().catch((error) => {
      if (isOver) return
      handlers.current.onProblem(
        (error as Error)?.name === 'NotAllowedError' ? 'denied' : 'missing',
      )
    })
    return stop
  }, [])
  return (
    <video ref={video} muted playsInline>
      <track kind="captions" />
    </video>
  )
}
