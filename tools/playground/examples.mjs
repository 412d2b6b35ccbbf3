// Writes the examples of a folder as JSON for the page, each with the sizes that it begins with, where others than small ones tell more.
import { readdirSync, readFileSync } from "node:fs";

const folder = process.argv[2];
const nats = { scale_vec: { n: "600" }, reduce_shared: { n: "1500" }, reverse: { n: "64" }, saxpy: { n: "600" }, vector_add: { n: "600" } };
const list = readdirSync(folder).filter((f) => f.endsWith(".desc")).sort().map((f) => {
  const name = f.slice(0, -5);
  return { name, text: readFileSync(`${folder}/${f}`, "utf8"), nats: nats[name] ?? {}, args: {} };
});
list.push({ name: "race (refused)", nats: {}, args: {}, text: `// Each block turns 64 numbers around through shared memory. A sync is missing: the checks say where, and the picture shows two
// threads that meet. Put it in.
fn turn(x: &uniq gpu.global [i32; 128]) -[grid: gpu.grid<X<2>, X<64>>]-> () {
  sched block in grid {
    let tmp = alloc::<gpu.shared, [i32; 64]>();
    sched thread in block { tmp[[thread]] = x.group::<64>[[block]][[thread]] }
    sched thread in block { x.group::<64>[[block]][[thread]] = tmp.reverse[[thread]] }
  }
}
` });
console.log(JSON.stringify(list));
