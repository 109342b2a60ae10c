'use client'
import { Button } from '../../../platform/ui/Button.tsx'

export const PrintButton = () => (
  <Button kind="plain" onClick={() => print()}>
    Print the lists
  </Button>
)
