@main
enum Secretctl {
  static func main() {
    Launch.harden()
    Launch.exit(Program.run(Launch.arguments()))
  }
}
