import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Spreads the fault tests over the integration tests. Fault tests mostly wait, and integration tests mostly
 * compute, so together they keep the cores busy from the first file to the last.
 */
export class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const of = (name: string) => sorted.filter(({ project }) => project.name === name)
    const [faults, integration] = [of('faults'), of('integration')]
    const rest = sorted.filter((each) => !faults.includes(each) && !integration.includes(each))
    // The last third has no fault tests, because the run would wait for a long one that starts late.
    const distance = Math.max(
      1,
      Math.floor((integration.length * 2) / 3 / Math.max(1, faults.length)),
    )
    const mixed: TestSpecification[] = []
    for (const [index, other] of integration.entries()) {
      const fault = index % distance === 0 ? faults[index / distance] : undefined
      mixed.push(...(fault ? [fault, other] : [other]))
    }
    return [...rest, ...mixed, ...faults.slice(Math.ceil(integration.length / distance))]
  }
}
