import type { Machine } from './machine.ts'

const CONFIG = '/sys/kernel/config/gpio-sim'

/** A simulated GPIO chip of the machine, whose lines the test sees and moves from outside. */
export class GpioChip {
  readonly #machine: Machine
  readonly #lines: string

  private constructor(machine: Machine, lines: string) {
    this.#machine = machine
    this.#lines = lines
  }

  /** Plugs a chip of that label in, with as many lines as that of a Pi. */
  static async add(machine: Machine, name: string, label: string): Promise<GpioChip> {
    const chip = `${CONFIG}/${name}`
    const lines = await machine.run(`mkdir -p ${chip}/gpio-bank0
      echo 54 > ${chip}/gpio-bank0/num_lines
      echo ${label} > ${chip}/gpio-bank0/label
      echo 1 > ${chip}/live
      echo /sys/devices/platform/$(cat ${chip}/dev_name)/$(cat ${chip}/gpio-bank0/chip_name)`)
    return new GpioChip(machine, lines)
  }

  /** The level of a line as a wire would have it. */
  async level(line: number): Promise<number> {
    return Number(await this.#machine.run(`cat ${this.levelFile(line)}`))
  }

  /** Where a program inside reads that level. */
  levelFile(line: number): string {
    return `${this.#lines}/sim_gpio${line}/value`
  }

  /** Pulls an input high or low. */
  async pull(line: number, level: 0 | 1): Promise<void> {
    const pull = level === 1 ? 'pull-up' : 'pull-down'
    await this.#machine.run(`echo ${pull} > ${this.#lines}/sim_gpio${line}/pull`)
  }

  /** Where a program inside pulls an input: `pull-up` or `pull-down`. */
  pullFile(line: number): string {
    return `${this.#lines}/sim_gpio${line}/pull`
  }
}
