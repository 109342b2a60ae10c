import type { UndecidedColumn } from '../imports/undecided-columns.ts'
import { describeValues } from './texts.ts'

/** The columns that are not used and may say who has left, each with its texts and the decision about it. */
export const ColumnDecisions = ({
  columns,
  leftOut,
  onChange,
}: {
  columns: readonly UndecidedColumn[]
  leftOut: readonly string[]
  onChange: (leftOut: string[]) => void
}) => (
  <fieldset className="lists-choice">
    <legend>
      {columns.length === 1
        ? 'Does this column say who has left?'
        : 'Do these columns say who has left?'}
    </legend>
    <p>
      They are not used yet. If one says that somebody wants no letters, or that mails to them came
      back, choose below what it holds: those people are not written to.
    </p>
    {columns.map(({ name, place, ...column }) => (
      <div key={name}>
        <p>
          <b>{name}</b> <small>{describeValues({ name, place, ...column })}</small>
        </p>
        <label>
          <input
            type="checkbox"
            checked={leftOut.includes(name)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...leftOut, name] : leftOut.filter((each) => each !== name),
              )
            }
          />
          <span>
            <b>No, leave “{name}” out.</b>
          </span>
        </label>
        <p>
          <a href={`#lists-column-${place}`}>Yes: choose what “{name}” holds</a>
        </p>
      </div>
    ))}
  </fieldset>
)
