import { type RefObject, useEffect, useRef, useState } from 'react'
import { presentations } from './presented.ts'
import { type CodeReader, loadReader, pictureSize } from './reader.ts'

/**
 * - `refused`: the person or the browser denied it
 * - `none`: there is no camera
 * - `busy`: another program uses it
 * - `unreadable`: pictures of codes can't be read in this browser
 */
export type CameraProblem = 'refused' | 'none' | 'busy' | 'unreadable'
export type CameraState = { isOn: boolean; problem: CameraProblem | null; light: boolean | null }

const problemOf = (error: unknown): CameraProblem => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return 'busy'
}

/** A pause between two pictures keeps the phone cool; it is much shorter than a glance. */
const pauseMs = 60

type Torch = MediaTrackConstraintSet & { torch?: boolean }
type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean }

/**
 * Reads codes that are held to the camera.
 * @param isOn whether the camera is wanted
 * @param onCode gets each code once, with the time (`performance.now()`) of its picture
 * @param program the URL of `zxing_reader.wasm`, which is loaded if the browser can't read codes itself
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (code: string, at: number) => void,
  program: string,
): CameraState & { setLight: (isLit: boolean) => void } {
  const [state, setState] = useState<CameraState>({ isOn: false, problem: null, light: null })
  const track = useRef<MediaStreamTrack | null>(null)
  const handle = useRef(onCode)
  handle.current = onCode

  useEffect(() => {
    const element = video.current
    if (!isOn || !element) return
    let isStopped = false
    let stream: MediaStream | null = null
    let isStarting = false
    let reader: CodeReader | null = null
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
    const next = presentations()

    const look = async () => {
      if (isStopped || !reader) return
      const at = performance.now()
      const { videoWidth: width, videoHeight: height } = element
      if (width && !document.hidden && stream) {
        // Only the middle is read, where the frame is: the rest would only take time.
        const side = Math.min(width, height)
        const size = Math.min(side, pictureSize)
        canvas.width = size
        canvas.height = size
        const [left, top] = [(width - side) / 2, (height - side) / 2]
        context?.drawImage(element, left, top, side, side, 0, 0, size, size)
        const seen = await reader(canvas).catch(() => null)
        const code = next(seen, at)
        if (code && !isStopped) handle.current(code, at)
      }
      if (!isStopped) setTimeout(look, pauseMs)
    }
    const start = async () => {
      if (isStarting || isStopped) return
      isStarting = true
      try {
        const opened = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
        })
        const [first] = opened.getVideoTracks()
        if (isStopped) {
          for (const each of opened.getTracks()) each.stop()
          return
        }
        stream = opened
        track.current = first ?? null
        const { torch } = (first?.getCapabilities?.() ?? {}) as TorchCapabilities
        element.srcObject = opened
        await element.play()
        setState({ isOn: true, problem: null, light: torch ? false : null })
        first?.addEventListener('ended', () => {
          stream = null
          setState({ isOn: false, problem: 'busy', light: null })
        })
        if (!reader) {
          reader = await loadReader(program).catch(() => null)
          if (reader) void look()
          else setState((current) => ({ ...current, problem: 'unreadable' }))
        }
      } catch (error) {
        if (!isStopped) setState({ isOn: false, problem: problemOf(error), light: null })
      } finally {
        isStarting = false
      }
    }
    // A phone takes the camera away while another program is in front.
    const onReturn = () => {
      if (!document.hidden && stream?.active !== true) void start()
    }
    document.addEventListener('visibilitychange', onReturn)
    if (navigator.mediaDevices) void start()
    else setState({ isOn: false, problem: 'none', light: null })
    return () => {
      isStopped = true
      document.removeEventListener('visibilitychange', onReturn)
      for (const each of stream?.getTracks() ?? []) each.stop()
      element.srcObject = null
      track.current = null
      setState({ isOn: false, problem: null, light: null })
    }
  }, [isOn, video, program])

  const setLight = (isLit: boolean) => {
    track.current
      ?.applyConstraints({ advanced: [{ torch: isLit } as Torch] })
      .then(() => setState((current) => ({ ...current, light: isLit })))
      .catch(() => setState((current) => ({ ...current, light: null })))
  }
  return { ...state, setLight }
}
