// fuzz-seeds FROM TO: assembles the seeds of one folder into containers in another, for libFuzzer's first corpus.

#include <cstdio>
#include <fstream>

#include "seeds.h"

int main(int count, char** values) {
    if (count != 3) {
        std::fprintf(stderr, "usage: fuzz-seeds FOLDER-OF-TEXTS FOLDER-TO-WRITE\n");
        return 2;
    }
    const auto seeds = hendeca::fuzz::assembleSeeds(values[1]);
    if (!seeds.ok()) {
        std::fprintf(stderr, "%s\n", seeds.error().what.c_str());
        return 1;
    }
    std::filesystem::create_directories(values[2]);
    for (const auto& seed : *seeds) {
        std::ofstream file(std::filesystem::path(values[2]) / (seed.name + ".dxbc"), std::ios::binary);
        file.write(reinterpret_cast<const char*>(seed.bytes.data()), static_cast<std::streamsize>(seed.bytes.size()));
        if (!file)
            return 1;
    }
    std::printf("%zu seeds\n", seeds->size());
    return 0;
}
