import { useId } from 'react'
import type { Positioning } from '../../../cms/features/content/editing/contract.ts'
import { defaultPosition } from '../../../cms/features/content/editing/ui/content-data.ts'
import { marginNames, marginSteps } from '../../../cms/features/content/rules.ts'

type Props = {
  positioning: Positioning | undefined
  onPosition: (positioning: Positioning) => void
}

const alignments = ['left', 'center', 'right'] as const
const containers = {
  default: 'Default',
  'page-left': 'Page left',
  'page-center': 'Page center',
  'page-right': 'Page right',
} as const
const margins = {
  marginTop: 'Top',
  marginBottom: 'Bottom',
  marginLeft: 'Left',
  marginRight: 'Right',
} as const

const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[]

/** Alignment, container position and margins. Source: spec section 9. */
export function PositionPanel({ positioning, onPosition }: Props) {
  const name = useId()
  const chosen = positioning ?? defaultPosition
  const change = (part: Partial<Positioning>) => onPosition({ ...chosen, ...part })
  return (
    <div className="ed-position">
      <fieldset className="ed-segments">
        <legend>Alignment</legend>
        {alignments.map((alignment) => (
          <label key={alignment}>
            <input
              type="radio"
              name={name}
              checked={!!positioning && chosen.alignment === alignment}
              onChange={() => change({ alignment })}
            />
            <span>{alignment[0]?.toUpperCase() + alignment.slice(1)}</span>
          </label>
        ))}
      </fieldset>
      <label className="ed-choice">
        Container
        <select
          value={chosen.containerPosition}
          onChange={({ target }) =>
            change({ containerPosition: target.value as Positioning['containerPosition'] })
          }
        >
          {keysOf(containers).map((each) => (
            <option key={each} value={each}>
              {containers[each]}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="ed-margins">
        <legend>Margins</legend>
        {keysOf(margins).map((side) => (
          <label key={side} className="ed-choice">
            {margins[side]}
            <select
              value={chosen[side]}
              onChange={({ target }) =>
                change({ [side]: Number(target.value) as Positioning['marginTop'] })
              }
            >
              {marginSteps.map((step, index) => (
                <option key={step} value={step}>
                  {marginNames[index]}
                </option>
              ))}
            </select>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
