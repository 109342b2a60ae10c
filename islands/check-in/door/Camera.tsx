import { useRef, useState } from 'react'
import program from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { type CameraProblem, useCamera } from '../../../cms/platform/ui/camera/use-camera.ts'

const problems: Record<CameraProblem, string> = {
  refused: 'The camera is not allowed. Allow it in the settings of the browser for this page.',
  none: 'There is no camera.',
  busy: 'The camera can’t be used just now. Another program may use it.',
  unreadable: 'This browser can’t read codes from pictures.',
}

/** The picture of the camera, and why there is none. */
export function Camera({
  onCode,
  onOther,
}: {
  onCode: (code: string) => void
  onOther: () => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [isWanted, setWanted] = useState(true)
  const { isOn, problem, light, setLight } = useCamera(video, isWanted, onCode, program)
  return (
    <div className="door-camera" data-state={problem ?? (isOn ? 'on' : 'starting')}>
      <video ref={video} playsInline muted aria-label="Picture of the camera" />
      {isOn && !problem ? <span className="door-camera__frame" /> : null}
      {light === null || problem ? null : (
        <button
          type="button"
          className="door-button door-camera__light"
          aria-pressed={light}
          onClick={() => setLight(!light)}
        >
          Light
        </button>
      )}
      {problem ? (
        <div className="door-camera__text" role="alert">
          <p>{problems[problem]}</p>
          <p>A scanner with a keyboard plug works here too.</p>
          <div className="door-row">
            <button
              type="button"
              className="door-button"
              onClick={() => {
                setWanted(false)
                setTimeout(() => setWanted(true), 50)
              }}
            >
              Try again
            </button>
            <button type="button" className="door-button" onClick={onOther}>
              Find by name
            </button>
          </div>
        </div>
      ) : null}
      {isOn || problem ? null : <p className="door-camera__text">The camera starts …</p>}
    </div>
  )
}
