import { type RefObject, useEffect } from 'react'
import { codeLength } from '../../../../cms/members/rules.ts'
import { digitsOf } from '../code-digits.ts'

type Props = {
  value: string
  onChange: (value: string) => void
  ref: RefObject<HTMLInputElement | null>
  isFaulty: boolean
}

const slots = Array.from({ length: codeLength }, (_, index) => index)

/** Six slots that are one field: a code is pasted, suggested and read out in one piece. */
export function CodeField({ value, onChange, ref, isFaulty }: Props) {
  useEffect(() => {
    // What is typed next takes the place of the code that was wrong.
    if (isFaulty) ref.current?.select()
  }, [isFaulty, ref])
  return (
    <p className="room-field">
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
          aria-invalid={isFaulty || undefined}
          aria-describedby="room-fault"
        />
      </span>
    </p>
  )
}
