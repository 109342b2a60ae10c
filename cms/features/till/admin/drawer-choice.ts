import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../../platform/ui/storage.ts'
import { venueAreas } from '../../venue/rules.ts'
import { areaOfDrawer, type Drawer, drawers } from '../rules.ts'

const storageKey = 'till_drawer'

export const isDrawer = (value: unknown): value is Drawer => drawers.includes(value as Drawer)

/** The drawer that stands beside this tablet: the one that was chosen here last. @returns null before it is known */
export function useDrawer(): [Drawer | null, (drawer: Drawer) => void] {
  const [drawer, setDrawer] = useState<Drawer | null>(null)
  // The server does not know it, so it is read after the first render.
  useEffect(() => {
    const stored = readStored('localStorage', storageKey)
    setDrawer(isDrawer(stored) ? stored : null)
  }, [])
  const choose = (next: Drawer) => {
    setDrawer(next)
    writeStored('localStorage', storageKey, next)
  }
  return [drawer, choose]
}

const areaKey = 'till_area'

/**
 * Where this tablet sells: the area that was chosen here last, else that of its drawer.
 * @returns an empty text if neither is known
 */
export function useSellingArea(drawer: Drawer | null): [string, (area: string) => void] {
  const [chosen, setChosen] = useState<string | null>(null)
  useEffect(() => {
    const stored = readStored('localStorage', areaKey)
    setChosen(venueAreas.find((area) => area === stored) ?? null)
  }, [])
  const choose = (area: string) => {
    setChosen(area)
    writeStored('localStorage', areaKey, area)
  }
  return [chosen ?? (drawer ? areaOfDrawer[drawer] : ''), choose]
}
