//! Prints the folder with upstream's restored sources, for Makefiles.

fn main() {
    println!("{}", upstream::SOURCE);
}
