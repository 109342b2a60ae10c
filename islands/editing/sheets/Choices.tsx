import type { ReactNode } from 'react'
import { Button } from '../../../cms/platform/ui/Button.tsx'

type Props<Value> = {
  legend: string
  options: readonly { value: Value; label: ReactNode }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A row of toggle buttons of which one is pressed. */
export const Choices = <Value extends string | boolean>(props: Props<Value>) => (
  <fieldset className="ed-modes">
    <legend className="ed-spoken">{props.legend}</legend>
    {props.options.map(({ value, label }) => (
      <Button
        key={String(value)}
        aria-pressed={value === props.chosen}
        onClick={() => props.onChoose(value)}
      >
        {label}
      </Button>
    ))}
  </fieldset>
)
