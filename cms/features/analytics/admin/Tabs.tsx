import { type KeyboardEvent, useId } from 'react'

type Props<Name extends string> = {
  label: string
  tabs: Readonly<Record<Name, string>>
  chosen: Name
  onChoose: (name: Name) => void
  /** Id of the element that shows the chosen tab's contents. */
  panel: string
}

/** Tabs of a panel. Arrow keys choose the next or previous tab. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, panel }: Props<Name>) {
  const id = useId()
  const names = Object.keys(tabs) as Name[]
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    const next = names.at((names.indexOf(chosen) + by) % names.length)
    if (!next) return
    onChoose(next)
    document.getElementById(`${id}${next}`)?.focus()
  }
  return (
    <div className="analytics-tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {names.map((name) => (
        <button
          key={name}
          id={`${id}${name}`}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          aria-controls={panel}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {tabs[name]}
        </button>
      ))}
    </div>
  )
}
