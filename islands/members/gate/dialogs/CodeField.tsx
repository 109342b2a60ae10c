import { type RefObject, useEffect } from 'react'
import { codeLength } from '../../../../cms/features/members/rules.ts'
import { digitsOf } from '../code-digits.ts'

type Props = {
  value: string
  onChange: (value: string) => void
  ref: RefObject<HTMLInputElement | null>
  isInvalid: boolean
}

const slots = Array.from({ length: codeLength }, (_, index) => index)

/** One input with six drawn slots, so that a code can be pasted, autofilled and read out as a whole. */
export function CodeField({ value, onChange, ref, isInvalid }: Props) {
  useEffect(() => {
    // Selects the wrong code, so that the next digit replaces it.
    if (isInvalid) ref.current?.select()
  }, [isInvalid, ref])
  return (
    <p className="form-field" data-private>
      <label htmlFor="room-code">Code</label>
      <span className="room-slots">
        {slots.map((slot) => (
          <span key={slot} aria-hidden="true" data-next={slot === value.length || undefined}>
            {value[slot]}
          </span>
        ))}
        <input
          ref={ref}
          id="room-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          enterKeyHint="go"
          value={value}
          onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
          onPaste={(event) => {
            event.preventDefault()
            onChange(digitsOf(event.clipboardData.getData('text')))
          }}
          aria-invalid={isInvalid || undefined}
          aria-describedby="room-error"
        />
      </span>
    </p>
  )
}
