type Props = {
  name: string
  legend: string
  options: readonly string[]
  chosen: readonly string[]
  /** What stands beside an option. */
  notes?: Record<string, string>
}

/** Some of a list, each to be ticked; the fields keep what is chosen. */
export function Ticks({ name, legend, options, chosen, notes = {} }: Props) {
  return (
    <fieldset className="newsletter-interests">
      <legend>{legend}</legend>
      {options.map((option, index) => (
        <p key={option} className="newsletter-tick">
          <input
            id={`profile-${name}-${index}`}
            name={name}
            value={option}
            type="checkbox"
            defaultChecked={chosen.includes(option)}
          />
          <label htmlFor={`profile-${name}-${index}`}>
            {option}
            {notes[option] && <span className="figures"> {notes[option]}</span>}
          </label>
        </p>
      ))}
    </fieldset>
  )
}
