import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Spreads the fault tests over the integration tests. Fault tests mostly wait, and integration tests mostly compute, so
 * together they keep the cores busy from the first file to the last. Vitest keeps a process only if the next file may
 * share it, so files of `integration-own-process` run next to the fault tests, not between files of `integration`.
 */
export class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const filesOf = (name: string) => sorted.filter(({ project }) => project.name === name)
    const [faults, ownProcess, shared] = [
      filesOf('faults'),
      filesOf('integration-own-process'),
      filesOf('integration'),
    ]
    const spread = new Set([...faults, ...ownProcess, ...shared])
    const parts = Math.max(1, faults.length)
    const partOf = <Item>(items: Item[], index: number) =>
      items.slice((index * items.length) / parts, ((index + 1) * items.length) / parts)
    // The last third has no fault tests, because a long fault test that starts late would delay the end of the run.
    const withoutFaults = shared.splice((shared.length * 2) / 3)
    const mixed = Array.from({ length: parts }, (_, index) =>
      [faults, ownProcess, shared].flatMap((each) => partOf(each, index)),
    )
    return [...sorted.filter((each) => !spread.has(each)), ...mixed.flat(), ...withoutFaults]
  }
}
