import type { TextsOf } from './texts.ts'

/** A way in which a person gets messages about topics: nudges or letters. */
export type TopicColumn = {
  /** Name of the column's checkboxes in the form. */
  name: string
  label: string
  /** Topics that are initially checked. */
  chosen: readonly string[]
}

type Props = {
  topics: readonly string[]
  columns: readonly TopicColumn[]
  texts: TextsOf<'topics'>
}

/** A checkbox for each topic and way. Screen readers name each box with its topic and way. */
export function TopicTable({ topics, columns, texts }: Props) {
  return (
    <table className="nudges-topics">
      <caption className="sr">{texts.legend}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.topic}</th>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col" id={`${name}-label`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {topics.map((topic, row) => (
          <tr key={topic}>
            <th scope="row" id={`topic-${row}`}>
              {topic}
            </th>
            {columns.map(({ name, chosen }) => (
              <td key={name}>
                {/* The whole cell can be pressed. */}
                <label className="form-check">
                  <input
                    type="checkbox"
                    name={name}
                    value={topic}
                    defaultChecked={chosen.includes(topic)}
                    aria-labelledby={`topic-${row} ${name}-label`}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
